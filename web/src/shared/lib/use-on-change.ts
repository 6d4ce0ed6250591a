import { useState } from 'react'

/**
 * Calls back when a value differs from the last render, to reset state that belongs to the old value. Unlike an effect
 * it runs while rendering: React discards that result and renders again, so the old state is never painted.
 */
export function useOnChange(value: unknown, onChange: () => void): void {
  const [previous, setPrevious] = useState(value)
  if (Object.is(previous, value)) return
  setPrevious(value)
  onChange()
}
