import { signal } from "@preact/signals"
import type { ComponentType } from "preact"
import { useEffect } from "preact/hooks"
import { messageOf } from "../../api.ts"
import { toast } from "../../parts/Toasts.tsx"
import { app } from "../../words/common.ts"
import { isPaletteOpen } from "./state.ts"

const loaded = signal<ComponentType | undefined>(undefined)

/** The command palette, whose code is loaded when it is first opened. */
export const LazyPalette = () => {
  const isOpen = isPaletteOpen.value
  useEffect(() => {
    if (!isOpen || loaded.peek() !== undefined) return
    import("./Palette.tsx").then(
      ({ Palette }) => {
        loaded.value = Palette
      },
      (failure: unknown) => {
        isPaletteOpen.value = false
        toast(app.searchNotLoaded(messageOf(failure)))
      }
    )
  }, [isOpen])
  const Palette = loaded.value
  return isOpen && Palette !== undefined ? <Palette /> : null
}
