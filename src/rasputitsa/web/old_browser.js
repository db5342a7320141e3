/* Tells browsers that are too old for the client, in words that they understand: no modules, no new syntax. */
/* eslint-disable no-var */
(function () {
  var known =
    "noModule" in document.createElement("script") &&
    "DecompressionStream" in window &&
    "findLast" in Array.prototype &&
    "inert" in document.createElement("div");
  var app = document.getElementById("app");
  if (known || !app || !app.parentNode) return;
  var box = document.createElement("p");
  box.className = "loading";
  box.setAttribute("role", "alert");
  box.textContent =
    "This browser is too old for Rasputitsa. It needs Chrome or Edge 102, Firefox 113, Safari 16.4, or a newer one.";
  app.parentNode.replaceChild(box, app); // without it app.js does nothing
})();
