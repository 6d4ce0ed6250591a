import { useEffect, useState } from 'react'
import type { Pasted } from './MessageField.tsx'

const undoForMs = 8000

/** What was made plain when it was pasted, for as long as it can be taken back. */
export function usePasted(draft: string): [Pasted | undefined, (pasted: Pasted | undefined) => void] {
  const [pasted, setPasted] = useState<Pasted>()
  useEffect(() => {
    if (!pasted) return
    const timer = setTimeout(() => setPasted(undefined), undoForMs)
    return () => clearTimeout(timer)
  }, [pasted])
  return [pasted?.after === draft ? pasted : undefined, setPasted]
}
