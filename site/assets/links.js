// From a folder (file://) nobody turns …/ into …/index.html: we do. On a server this script does nothing.
(() => {
  "use strict";
  window.compendium ||= {};
  const isFolder = location.protocol === "file:";

  /** The address as it must be here: `../ally/#3` is `../ally/index.html#3` in a folder. */
  compendium.here = (address) => {
    const [, path, rest] = /^([^?#]*)(.*)$/.exec(address);
    return isFolder && path.endsWith("/") ? `${path}index.html${rest}` : address;
  };

  /** The address as the site publishes it: the inverse. */
  compendium.published = (address) => (isFolder ? address.replace(/(^|\/)index\.html(?=$|[?#])/, "$1") : address);

  if (!isFolder) return;
  const isOurs = (address) => address && !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address);
  const asFolder = (address) => address.replace(/(^|\/)(\.{1,2})$/, "$1$2/");
  for (const [selector, name] of [["a[href]", "href"], ["form[action]", "action"]]) {
    for (const element of document.querySelectorAll(selector)) {
      const address = element.getAttribute(name);
      if (isOurs(address)) element.setAttribute(name, compendium.here(asFolder(address)));
    }
  }
})();
