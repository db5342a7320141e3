/** How many bytes each file has that Python is loaded from; the site is built with the figures. @type {Record<string, number>} */
export const SIZES = {};
