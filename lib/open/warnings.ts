import { Array as Arrays, Cause, type Layer, Logger, LogLevel } from "effect"

/** Passes warnings of the engine to the host, each as one text, instead of printing them. */
export const forwardWarnings = (onWarning: (message: string) => void): Layer.Layer<never> =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ cause, logLevel, message }) => {
      if (LogLevel.lessThan(logLevel, LogLevel.Warning)) return
      const words = Arrays.ensure(message).map(String)
      const more = Cause.isEmpty(cause) ? [] : [Cause.pretty(cause, { renderErrorCause: true })]
      onWarning([...words, ...more].join(": "))
    })
  )
