import { useEffect, useState } from "preact/hooks"

/** The value once it has stayed the same for a moment: a search is sent when a pause is made, not at each key. */
export const useSettled = <A>(value: A, milliseconds = 200): A => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
