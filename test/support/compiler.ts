// How eagerly Bun compiles in tests. Most of their code runs a few times in a short-lived process, and with its defaults Bun
// spends a third of its processor time on compiling it. Benchmarks run with the defaults.

const late = "5000"

/** For the environment of processes that run Bun. Others ignore it. */
export const lateCompiler = {
  BUN_JSC_useFTLJIT: "0",
  BUN_JSC_thresholdForOptimizeAfterWarmUp: late,
  BUN_JSC_thresholdForOptimizeAfterLongWarmUp: late,
  BUN_JSC_thresholdForOptimizeSoon: late
}
