// A page that was made to be shared leads to the statement that it shows.
(() => {
  "use strict";
  const link = document.querySelector("a.cp-onward[href]");
  if (link) location.replace(link.href);
})();
