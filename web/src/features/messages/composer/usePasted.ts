import { useEffect, useState } from 'react'
import type { Pasted } from './MessageField.tsx'

const undoForMs = 8000

/** Returns the last conversion of pasted text to plain characters, as long as it can be undone. */
export function usePasted(draft: string): [Pasted | undefined, (pasted: Pasted | undefined) => void] {
  const [pasted, setPasted] = useState<Pasted>()
  useEffect(() => {
    if (!pasted) return
    const timer = setTimeout(() => setPasted(undefined), undoForMs)
    return () => clearTimeout(timer)
  }, [pasted])
  return [pasted?.after === draft ? pasted : undefined, setPasted]
}
