// Keeps the site on the reader's device, so that it opens without a connection. It stands at the root of the site.
//
// Files are kept under the hash of their content, as the lists below `assets/kept/` give it; what has other bytes is not
// kept. Which lists are in force is one small record, replaced in one step when all that it names is there: a page and
// what it loads are always of one build. A window that is open while a newer build takes over stays with its own.
"use strict";
(() => {
  const FORMAT = 1;
  const ROOT = self.registration.scope;
  const NAME = `compendium ${FORMAT} ${ROOT}`;
  const LISTS = "assets/kept/";
  const SHARED = "site";
  const LOOK_EVERY = 10 * 60 * 1000;
  const AT_ONCE = 4;
  const MOST_TRIES = 3;
  const [KEPT, GONE, OTHER] = ["kept", "gone", "other"];
  const NETWORK = "";

  // `lists`, `whole` and `lacking` are by language. `pins` says which build a window shows where that is not this one;
  // NETWORK is one that was loaded before anything was kept.
  const NOTHING = {
    build: null, looked: 0, lists: {}, whole: {}, lacking: 0, languages: {}, editions: {}, before: [], pins: {}, waiting: null,
  };

  const addressOf = (hash) => `${ROOT}?kept=${hash}`;
  const RECORD = addressOf("record");
  let cache = null;
  let record = null;
  let writing = Promise.resolve();
  const indexes = new Map();
  /** Windows that are being opened: nobody lists them yet. */
  const opening = new Map();

  const opened = () => (cache ??= caches.open(NAME));
  const kept = async (hash) => (await opened()).match(addressOf(hash));

  async function known() {
    if (!record) {
      const found = await kept("record");
      record ??= found ? { ...NOTHING, ...(await found.json()) } : NOTHING;
    }
    return record;
  }

  /** Change the record; where the disk is full, it lasts as long as this worker. */
  function change(changed) {
    record = { ...record, ...changed };
    const written = JSON.stringify(record);
    writing = writing.then(async () => (await opened()).put(RECORD, new Response(written))).catch(() => {});
    return writing;
  }

  async function hashOf(bytes) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** Keep an answer where it is what the lists say; tells whether it is. Throws where there is no room. */
  async function keep(response, hash) {
    if (!response.ok || response.redirected || response.type !== "basic") return false;
    if ((await hashOf(await response.clone().arrayBuffer())) !== hash) return false;
    await (await opened()).put(addressOf(hash), response);
    return true;
  }

  /** Path -> hash of all that some lists name. */
  async function indexOf(lists) {
    const together = new Map();
    for (const hash of Object.values(lists)) {
      if (!indexes.has(hash)) {
        const list = await kept(hash);
        if (list) indexes.set(hash, (await list.json()).files);
      }
      for (const [path, of] of Object.entries(indexes.get(hash) ?? {})) together.set(path, of);
    }
    return together;
  }

  // -- answering ---------------------------------------------------------------------------------------------------

  const pathOf = (address) => {
    const { origin, pathname } = new URL(address);
    let path = (origin + pathname).slice(ROOT.length);
    try {
      path = decodeURI(path);
    } catch {}
    return path.replace(/(^|\/)index\.html$/, "$1");
  };

  self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET" || !request.url.startsWith(ROOT) || request.headers.has("range")) return;
    event.respondWith(request.mode === "navigate" ? page(event) : part(event));
  });

  async function page(event) {
    const now = await known();
    if (!now.build) return fetch(event.request);
    const path = pathOf(event.request.url);
    const index = await indexOf(now.lists);
    const hash = index.get(path);
    const found = hash && (await kept(hash));
    if (found) {
      opening.set(event.resultingClientId, now.build);
      return found;
    }
    let response;
    try {
      response = await fetch(event.request);
    } catch (error) {
      const elsewhere = offline(path, index, now);
      if (elsewhere) return elsewhere;
      throw error;
    }
    const isOurs = hash && (await keep(response.clone(), hash).catch(() => true));
    if (!isOurs) await change({ pins: { ...record.pins, [event.resultingClientId]: NETWORK } });
    return response;
  }

  /** Where to go without a connection: from a page to share a statement by to the statement, else to what is kept. */
  function offline(path, index, now) {
    const shared = /^(.+\/)(\d+)\/$/.exec(path);
    if (shared && index.has(shared[1])) return Response.redirect(`${ROOT}${shared[1]}#${shared[2]}`);
    if (index.has(`${path}/`)) return Response.redirect(`${ROOT}${path}/`);
    const [first] = path.split("/");
    const lang = [first, ...Object.keys(now.whole)].find((code) => index.has(`${code}/offline/`));
    return lang && Response.redirect(`${ROOT}${lang}/offline/?to=${encodeURIComponent(path)}`);
  }

  async function part(event) {
    const { request, clientId, resultingClientId } = event;
    const now = await known();
    const pin = now.pins[clientId];
    // A script that a page starts in the background is of the page's build.
    if (resultingClientId && pin !== undefined) await change({ pins: { ...record.pins, [resultingClientId]: pin } });
    if (pin === NETWORK || !now.build) {
      try {
        return await fetch(request);
      } catch (error) {
        const found = await kept((await indexOf(now.lists)).get(pathOf(request.url)));
        if (found) return found;
        throw error;
      }
    }
    const shown = pin === undefined ? now : (now.before.find((one) => one.build === pin) ?? now);
    const hash = (await indexOf(shown.lists)).get(pathOf(request.url));
    if (!hash) return fetch(request);
    const found = await kept(hash);
    if (found) return found;
    const response = await fetch(request);
    const isOurs = await keep(response.clone(), hash).catch(() => true);
    if (isOurs || !response.ok) return response;
    // The site was built anew: rather nothing than a part of another build.
    const client = await self.clients.get(clientId);
    client?.postMessage({ outdated: true });
    return Response.error();
  }

  // -- keeping -----------------------------------------------------------------------------------------------------

  let turns = Promise.resolve();
  const inTurn = (work) => (turns = turns.then(work, work));

  async function latest() {
    const response = await fetch(`${ROOT}${LISTS}build.json`, { cache: "no-cache" });
    if (!response.ok) throw new Error(`no list of files: ${response.status}`);
    return response.json();
  }

  const isFull = (error) => error?.name === "QuotaExceededError";

  /** Fetch a file and keep it; tells whether it is kept now, is gone there, or has other bytes. */
  async function fetched(path, hash) {
    for (const mode of ["no-cache", "reload"]) {
      const response = await fetch(ROOT + encodeURI(path), { cache: mode });
      if (await keep(response, hash)) return KEPT;
      if (!response.ok) return GONE;
    }
    return OTHER;
  }

  /** Fetch all that a build lacks here; gives how many files are missing there, are others, or have no room. */
  async function gather(build, wanted) {
    const lists = {};
    for (const name of [SHARED, ...Object.keys(wanted)]) {
      const hash = build.lists[name];
      if (!hash) continue; // a language that the site no longer has
      if (!(await kept(hash)) && (await fetched(`${LISTS}${name}-${hash}.json`, hash)) !== KEPT) {
        throw new Error(`no list of ${name}`);
      }
      lists[name] = hash;
    }
    const isAnyWhole = Object.values(wanted).some(Boolean);
    const names = Object.keys(lists).filter((name) => (name === SHARED ? isAnyWhole : wanted[name]));
    const index = await indexOf(Object.fromEntries(names.map((name) => [name, lists[name]])));
    const held = new Set((await (await opened()).keys()).map((request) => request.url));
    const missing = [...index].filter(([, hash]) => !held.has(addressOf(hash)));
    let lacking = missing.length;
    let others = 0;
    let hasRoom = true;
    const work = async () => {
      for (let next = missing.pop(); next && hasRoom; next = missing.pop()) {
        try {
          const came = await fetched(...next);
          lacking -= came === KEPT ? 1 : 0;
          others += came === OTHER ? 1 : 0;
        } catch (error) {
          if (!isFull(error)) throw error;
          hasRoom = false;
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { lists, lacking, others, hasRoom };
  }

  /** Look whether there is a newer build and take it over whole; a language may be new. */
  async function update(lang, isWhole, isAsked) {
    const now = await known();
    const wanted = lang ? { ...now.whole, [lang]: now.whole[lang] || isWhole } : now.whole;
    const isMore = lang && wanted[lang] !== now.whole[lang];
    if (!isMore && !isAsked && Date.now() - now.looked < LOOK_EVERY) return;
    if (!Object.keys(wanted).length) return;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const build = await latest();
      if (build.build === now.build && !isMore && !now.lacking) {
        await change({ looked: Date.now() });
        return;
      }
      let got = await gather(build, wanted);
      // Whoever builds while we fetch gives us a little of both: then from the beginning.
      if ((await latest()).build !== build.build) continue;
      if (got.others && isUnfinished(build)) return;
      await takeOver(build, wanted, got);
      if (!got.hasRoom) {
        // What only the build before had is gone now: perhaps there is room.
        got = await gather(build, wanted);
        await change({ lacking: got.lacking });
      }
      return;
    }
  }

  /**
   * Whether a host may still be given the files of a build: then the build before stays in force. Where they are others
   * for longer, the host rewrites them, and nobody is to wait for ever.
   */
  function isUnfinished({ build }) {
    const { build: held, waiting } = record;
    if (!held || held === build) return false;
    if (waiting?.build === build) return Date.now() - waiting.since < LOOK_EVERY;
    change({ waiting: { build, since: Date.now() } });
    return true;
  }

  async function takeOver(build, whole, { lists, lacking }) {
    const windows = await self.clients.matchAll({ type: "all" });
    const isNewer = Boolean(record.build) && record.build !== build.build;
    const ids = new Set([...windows.map(({ id }) => id), ...opening.keys()]);
    const pins = {};
    for (const id of ids) {
      const pin = record.pins[id] ?? (record.build === build.build ? undefined : (record.build ?? NETWORK));
      if (pin !== undefined) pins[id] = pin;
    }
    opening.clear();
    const used = new Set(Object.values(pins));
    const before = [...record.before, { build: record.build, lists: record.lists }];
    await change({
      build: build.build,
      languages: build.languages,
      editions: build.editions,
      before: before.filter((one) => one.build && one.build !== build.build && used.has(one.build)),
      looked: Date.now(),
      lists, whole, lacking, pins,
    });
    await forget();
    if (isNewer) for (const window of windows) window.postMessage({ newer: true });
  }

  /** Let go of what no build names that is shown or in force. */
  async function forget() {
    const all = [record, ...record.before].flatMap(({ lists }) => Object.values(lists));
    const indexed = await Promise.all([record, ...record.before].map(({ lists }) => indexOf(lists)));
    const named = new Set(["record", ...all, ...indexed.flatMap((index) => [...index.values()])].map(addressOf));
    for (const hash of indexes.keys()) if (!all.includes(hash)) indexes.delete(hash);
    const files = await opened();
    for (const request of await files.keys()) if (!named.has(request.url)) await files.delete(request);
  }

  /** Keep what a page has loaded already: the browser has it, so that it costs nothing. */
  async function keepSeen(addresses) {
    const index = await indexOf((await known()).lists);
    for (const address of addresses) {
      const hash = address.startsWith(ROOT) && index.get(pathOf(address));
      if (!hash || (await kept(hash))) continue;
      await keep(await fetch(address, { cache: "force-cache" }), hash).catch(() => {});
    }
  }

  function told() {
    const { build, looked, languages, editions, whole, lacking } = record;
    return { build, looked, languages, editions, whole, lacking };
  }

  self.addEventListener("message", (event) => {
    const { keep: lang, whole, seen = [], look = false } = event.data ?? {};
    const work = async () => {
      // Without a connection everything stays as it is.
      await update(lang, Boolean(whole), look).catch(() => {});
      if (!whole) await keepSeen(seen).catch(() => {});
      if (record?.build) event.source?.postMessage({ kept: told() });
    };
    event.waitUntil(inTurn(work));
  });

  self.addEventListener("install", () => self.skipWaiting());
  self.addEventListener("activate", (event) => event.waitUntil(begin()));

  /** Answer for the windows that are open, too: what they show came from the network. */
  async function begin() {
    const isOld = (name) => name.startsWith("compendium ") && name.endsWith(` ${ROOT}`) && name !== NAME;
    for (const name of await caches.keys()) if (isOld(name)) await caches.delete(name);
    await known();
    const answered = new Set((await self.clients.matchAll({ type: "all" })).map(({ id }) => id));
    const all = await self.clients.matchAll({ type: "all", includeUncontrolled: true });
    const others = all.filter(({ id, url }) => url.startsWith(ROOT) && !answered.has(id));
    const pins = Object.fromEntries(others.map(({ id }) => [id, NETWORK]));
    await change({ pins: { ...record.pins, ...pins } });
    await self.clients.claim();
  }
})();
