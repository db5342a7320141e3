/** Modules that are fetched when they are needed, not before. */

/** Such a module did not come: there is no connection, or the server has a newer client by now. */
export class ModuleError extends Error {
  constructor() {
    super("A part of this page could not be loaded. Check your connection and reload the page.");
  }
}

/** @template T @param {Promise<T>} module  as `import()` returns it @returns {Promise<T>} */
export function fetched(module) {
  return module.catch((error) => {
    console.warn(error);
    throw new ModuleError();
  });
}
