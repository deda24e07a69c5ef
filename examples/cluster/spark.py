"""Compute scores with Spark: spark-submit spark.py HYPOTHESES REFERENCE METRIC..."""

import sys

from pyspark.sql import SparkSession

from samescore.verbs.scale import counting, finish, merge, plan


def main(hypotheses, reference, *metrics):
    planned = plan(hypotheses, [reference], metrics)
    spark = SparkSession.builder.getOrCreate()
    shards = spark.createDataFrame([(bytearray(shard),) for shard in planned.shards], "shard binary")
    counted = shards.repartition(len(planned.shards)).mapInArrow(counting(planned.job), "counted binary")
    whole = merge(bytes(row.counted) for row in counted.toLocalIterator())
    for score in finish(whole, planned.job, planned.lines):
        print(score.metric, score.value)


if __name__ == "__main__":
    main(*sys.argv[1:])
