// The golden vectors of samescore; a file of vectors is read at first use.
"use strict";

const { version, metrics, bigIntegers, flags, retired } = require("./index.json");

exports.version = version;
exports.metrics = Object.freeze(Object.keys(metrics));
exports.bigIntegers = Object.freeze(bigIntegers);
exports.flags = flags;
exports.retired = retired;

exports.vectors = function (metric) {
  if (!Object.hasOwn(metrics, metric)) {
    throw new RangeError(`unknown metric ${JSON.stringify(metric)}; metrics: ${exports.metrics.join(", ")}`);
  }
  return require(`./vectors/${metric}.json`);
};

exports.vector = function (id) {
  for (const metric of exports.metrics) {
    const found = exports.vectors(metric).find((vector) => vector.id === id);
    if (found) return found;
  }
  const reason = Object.hasOwn(retired, id) ? `it was retired: ${retired[id]}` : "vectors(metric) has those of a metric";
  throw new RangeError(`unknown vector ${JSON.stringify(id)}: ${reason}`);
};
