"use strict";
(() => {
  const SHOWN = 20;
  const form = document.querySelector("[data-search]");
  const field = form.querySelector("input");
  const [found, nothing, list, more] =
    ["found", "nothing", "results", "more"].map((name) => form.querySelector(`[data-${name}]`));

  const words = (text) => text.normalize("NFKC").toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const spaced = (text) => ` ${words(text).join(" ")} `;
  const entries = SEARCH_INDEX.map(([kind, title, text, address, hidden]) => ({
    kind, title, text, address,
    name: spaced(title),
    brevity: 1 / words(title).length,
    everything: spaced(`${title} ${kind} ${text} ${hidden}`),
  }));

  // How well a word fits an entry: a whole word counts more than its beginning, the title more than the text, and a short
  // title more than a long one.
  const fit = (entry, word) =>
    entry.name.includes(` ${word} `) ? 4 + entry.brevity
      : entry.name.includes(` ${word}`) ? 3 + entry.brevity
        : entry.everything.includes(` ${word} `) ? 2
          : entry.everything.includes(` ${word}`) ? 1 : 0;

  // The entries with every word; if there are none, those with most of the words. Rare words count more, unknown ones nothing.
  const search = (query) => {
    const wanted = [...new Set(words(query))];
    const fits = entries.map((entry) => wanted.map((word) => fit(entry, word)));
    const weights = wanted.map((_, k) => {
      const count = fits.filter((row) => row[k]).length;
      return count && Math.log(1 + entries.length / count);
    });
    const sum = (row, value) => row.reduce((total, each, k) => total + weights[k] * value(each), 0);
    const ranked = entries.map((entry, k) => ({
      entry,
      complete: fits[k].every(Boolean),
      share: sum(fits[k], (each) => (each ? 1 : 0)),
      score: sum(fits[k], (each) => each),
    }));
    const all = sum(wanted, () => 1);
    const complete = ranked.filter((each) => each.complete);
    const kept = complete.length ? complete : ranked.filter((each) => each.share > all / 2);
    kept.sort((a, b) => b.score - a.score);
    return { complete: complete.length > 0, results: kept.map((each) => each.entry) };
  };

  const element = (name, text, style) => {
    const made = document.createElement(name);
    made.textContent = text;
    if (style) made.className = style;
    return made;
  };

  const item = (entry) => {
    const link = element("a", entry.title);
    link.href = entry.address;
    const made = document.createElement("li");
    made.append(link, " ", element("span", entry.kind, "badge none"));
    if (entry.text) made.append(element("span", entry.text, "about"));
    return made;
  };

  const show = (limit) => {
    const query = field.value.trim();
    const { complete, results } = words(query).length ? search(query) : { complete: true, results: [] };
    const count = `${results.length} result${results.length === 1 ? "" : "s"}`;
    found.textContent = !query ? ""
      : !results.length ? `No results for “${query}”.`
        : complete ? `${count} for “${query}”` : `Nothing has all words of “${query}”; ${count} with most of them`;
    nothing.hidden = !query || results.length > 0;
    list.replaceChildren(...results.slice(0, limit).map(item));
    more.hidden = results.length <= limit;
    more.textContent = `show all ${results.length}`;
  };

  // The words are kept in the address, so that a search can be linked to, and is there again on the way back.
  const START = "#q=";
  const keep = () => {
    const query = field.value.trim();
    if (query || location.hash.startsWith(START)) history.replaceState(null, "", query ? START + encodeURIComponent(query) : "#search");
  };
  const restore = () => {
    if (!location.hash.startsWith(START)) return;
    field.value = decodeURIComponent(location.hash.slice(START.length));
    show(SHOWN);
  };

  const links = () => [...list.querySelectorAll("a")];
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep();
    links()[0]?.click();
  });
  field.addEventListener("input", () => show(SHOWN));
  field.addEventListener("change", keep);
  more.addEventListener("click", () => {
    show(Infinity);
    links()[SHOWN].focus();
  });
  form.addEventListener("keydown", (event) => {
    const places = [field, ...links()];
    const place = places.indexOf(event.target);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (place < 0 || !(step || (event.key === "Escape" && place > 0))) return;
    event.preventDefault();
    (step ? places[Math.max(0, Math.min(place + step, places.length - 1))] : field).focus();
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    field.focus();
  });
  addEventListener("hashchange", restore);

  document.querySelector("[data-without-script]").remove();
  form.hidden = false;
  restore();
})();
