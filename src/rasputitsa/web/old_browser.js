/* Tells browsers that are too old for the client, or have it from no host, in words that they understand: no modules, no new syntax. */
/* eslint-disable no-var */
(function () {
  var known =
    "noModule" in document.createElement("script") &&
    "DecompressionStream" in window &&
    "findLast" in Array.prototype &&
    "inert" in document.createElement("div");
  var app = document.getElementById("app");
  var hosted = location.protocol !== "file:";
  if ((known && hosted) || !app || !app.parentNode) return;
  var box = document.createElement("p");
  box.className = "loading";
  box.setAttribute("role", "alert");
  box.textContent = hosted
    ? "This browser is too old for Rasputitsa. It needs Chrome or Edge 102, Firefox 113, Safari 16.4, or a newer one."
    : "Browsers open this page from a web host only. " +
      "On this machine, run python -m http.server in its folder and open http://localhost:8000.";
  app.parentNode.replaceChild(box, app); // without it app.js does nothing
})();
