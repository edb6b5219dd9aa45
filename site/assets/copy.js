// Copying a statement: a menu of forms. What is copied equals what `compendium quote <entry>#<n> --as <form>` prints.
(() => {
  "use strict";
  const article = document.querySelector(".cp-entry");
  const labels = compendium.labels;
  if (!article || !labels) return;
  const ENTRY = article.dataset;
  const title = article.querySelector("h1").textContent.trim();
  const edition = `${labels.edition} ${ENTRY.editionName}`;

  const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
  const escapeHtml = (text) => text.replace(/[&<>"']/g, (char) => ENTITIES[char]);
  const same = (inside) => inside;

  /** The address that a link of the entry leads to, wherever this page was opened from. */
  function addressOf(link) {
    const written = compendium.published(link.getAttribute("href"));
    return /^https?:\/\//i.test(written) ? written : new URL(written, ENTRY.url).href;
  }

  const plain = { text: same, bold: same, italic: same, link: same };
  const discord = {
    text: (text) => text.replace(/([\\`*_[\]<>|~])/g, "\\$1"),
    bold: (inside) => `**${inside}**`,
    italic: (inside) => `*${inside}*`,
    link: same,
  };
  const markdown = { ...discord, link: (label, link) => `[${label}](${addressOf(link)})` };
  const bbcode = {
    text: (text) => text.replaceAll("[", "[\u200b"),
    bold: (inside) => `[b]${inside}[/b]`,
    italic: (inside) => `[i]${inside}[/i]`,
    link: (label, link) => `[url=${addressOf(link)}]${label}[/url]`,
  };
  const html = {
    text: escapeHtml,
    bold: (inside) => `<strong>${inside}</strong>`,
    italic: (inside) => `<em>${inside}</em>`,
    link: (label, link) => `<a href="${escapeHtml(addressOf(link))}">${label}</a>`,
  };

  /** What a node says, in a markup. */
  function written(node, markup) {
    if (node.nodeType === Node.TEXT_NODE) return markup.text(node.data);
    const inside = [...node.childNodes].map((child) => written(child, markup)).join("");
    if (node.nodeName === "STRONG") return markup.bold(inside);
    if (node.nodeName === "EM") return markup.italic(inside);
    return node.nodeName === "A" ? markup.link(inside, node) : inside;
  }

  const FORMS = {
    link: (said, url) => url,
    markdown: (said, url) => {
      const parts = [`**[${markdown.text(title)}](${url})**`, said(markdown), `— ${markdown.text(edition)}`];
      return parts.map((part) => `> ${part}`).join("\n>\n");
    },
    bbcode: (said, url) => {
      const head = `[quote][b][url=${url}]${bbcode.text(title)}[/url][/b]`;
      return `${head}\n${said(bbcode)}\n[i]${bbcode.text(edition)}[/i][/quote]`;
    },
    html: (said, url) => {
      const address = escapeHtml(url);
      const head = `<p><strong><a href="${address}">${escapeHtml(title)}</a></strong></p>`;
      const foot = `<footer>— ${escapeHtml(edition)}</footer>`;
      return `<blockquote lang="${ENTRY.lang}" cite="${address}">${head}<p>${said(html)}</p>${foot}</blockquote>`;
    },
    discord: (said, url) => `> **${discord.text(title)}**\n> ${said(discord)}\n> *${discord.text(edition)}*\n<${url}>`,
    plain: (said, url) => [title, said(plain), `— ${edition}`, url].join("\n"),
  };

  function quotation(statement, form) {
    const said = (markup) => {
      const text = written(statement.querySelector(":scope > .cp-text"), markup).trim();
      return statement.dataset.marker ? `${statement.dataset.marker} ${text}` : text;
    };
    return FORMS[form](said, `${ENTRY.url}#${statement.dataset.n}`);
  }

  /** Number -> quotation of every statement of the page. */
  compendium.quotations = (form) => {
    const statements = [...article.querySelectorAll(".cp-statement")];
    return Object.fromEntries(statements.map((one) => [one.dataset.n, quotation(one, form)]));
  };

  async function copied(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Pages without https have no clipboard; the old way still works in most browsers.
      const area = document.createElement("textarea");
      area.value = text;
      area.className = "cp-unseen";
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  // -- the menu: one for the page, below the button that opened it ---------------------------------------------

  const menu = document.createElement("div");
  menu.className = "cp-copy-menu";
  menu.setAttribute("role", "menu");
  menu.hidden = true;
  const status = document.createElement("p");
  status.className = "cp-toast";
  status.setAttribute("role", "status");
  document.body.append(status);
  let opener = null;

  for (const [form, label] of Object.entries(labels.forms)) {
    const item = document.createElement("button");
    item.type = "button";
    item.tabIndex = -1;
    item.dataset.form = form;
    item.setAttribute("role", "menuitem");
    item.textContent = label;
    menu.append(item);
  }

  function open(button) {
    close();
    opener = button;
    button.after(menu);
    menu.setAttribute("aria-label", button.getAttribute("aria-label"));
    menu.hidden = false;
    const end = button.getBoundingClientRect().bottom + menu.offsetHeight;
    menu.classList.toggle("cp-copy-menu-above", end > window.innerHeight);
    button.setAttribute("aria-expanded", "true");
    menu.firstElementChild.focus();
  }

  function close(refocus) {
    if (!opener) return;
    menu.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    if (refocus) opener.focus();
    opener = null;
  }

  let fading = 0;
  function tell(text) {
    status.textContent = text;
    status.classList.add("cp-toast-shown");
    clearTimeout(fading);
    fading = setTimeout(() => status.classList.remove("cp-toast-shown"), 2500);
  }

  async function choose(form) {
    const button = opener;
    const text = quotation(button.closest(".cp-statement"), form);
    close(true);
    if (await copied(text)) {
      tell(labels.copied.replace("{form}", labels.forms[form]));
      button.classList.add("cp-copied");
      setTimeout(() => button.classList.remove("cp-copied"), 2000);
    } else {
      window.prompt(labels.not_copied, text);
    }
  }

  menu.addEventListener("click", (event) => {
    const item = event.target.closest("[role=menuitem]");
    if (item) choose(item.dataset.form);
  });
  menu.addEventListener("keydown", (event) => {
    const items = [...menu.children];
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) items.at(to % items.length).focus();
    else if (event.key === "Escape") close(true);
    else if (event.key === "Tab") return close();
    else return;
    event.preventDefault();
  });
  document.addEventListener("pointerdown", (event) => {
    if (opener && !menu.contains(event.target) && !opener.contains(event.target)) close();
  });

  for (const button of article.querySelectorAll(".cp-copy")) {
    const label = labels.copy.replace("{n}", button.dataset.n);
    button.setAttribute("aria-label", label);
    button.title = label;
    button.setAttribute("aria-haspopup", "menu");
    button.setAttribute("aria-expanded", "false");
    button.hidden = false;
    button.addEventListener("click", () => (opener === button ? close(true) : open(button)));
  }
})();
