// chrF in JavaScript: samescore run "cmd:node examples/protocol/chrf.js"
"use strict";
const readline = require("node:readline");

const ORDERS = [1, 2, 3, 4, 5, 6];
const BETA = 2;
// What Python's str.split splits at; \s is something else.
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/gu;

function ngrams(text, n) {
  const characters = Array.from(text.replace(SPACE, "")); // code points, not UTF-16 units
  const counts = new Map();
  for (let i = 0; i + n <= characters.length; i++) {
    const gram = characters.slice(i, i + n).join("");
    counts.set(gram, (counts.get(gram) || 0) + 1);
  }
  return counts;
}

const total = (counts) => [...counts.values()].reduce((a, b) => a + b, 0);

// For each order: n-grams of the hypothesis (none where the reference has none), of the reference, and matches.
function compare(hypothesis, reference) {
  return ORDERS.map((n) => {
    const [h, r] = [ngrams(hypothesis, n), ngrams(reference, n)];
    let matches = 0;
    for (const [gram, count] of h) matches += Math.min(count, r.get(gram) || 0);
    return [r.size ? total(h) : 0, total(r), matches];
  });
}

function f(row) {
  const counted = row.filter(([h, r]) => h && r);
  if (!counted.length) return 0;
  let [precision, recall] = [0, 0];
  for (const [h, r, m] of counted) {
    precision += m / h;
    recall += m / r;
  }
  precision /= counted.length;
  recall /= counted.length;
  const denominator = BETA ** 2 * precision + recall;
  return denominator ? 100 * (((1 + BETA ** 2) * precision * recall) / denominator) : 0;
}

function score({ segments }) {
  if (!segments.length) throw new Error("no segments");
  const sum = ORDERS.map(() => [0, 0, 0]);
  for (const { hypothesis, references } of segments) {
    if (!references.length) throw new Error("a segment has no references");
    const rows = references.map((reference) => compare(hypothesis, reference));
    let best = rows[0];
    for (const row of rows) if (f(row) > f(best)) best = row;
    best.forEach((counts, n) => counts.forEach((count, side) => (sum[n][side] += count)));
  }
  return f(sum);
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  const answer = { id: request.id };
  if (request.op === "describe") {
    Object.assign(answer, { implementation: "chrf.js", version: "1", metrics: [{ metric: "chrf" }] });
  } else if (request.op === "score") {
    try {
      Object.assign(answer, { outcome: "score", value: score(request.input) });
    } catch (error) {
      Object.assign(answer, { outcome: "raised", error: error.name, message: error.message });
    }
  } else {
    process.exit(0);
  }
  console.log(JSON.stringify(answer));
});
