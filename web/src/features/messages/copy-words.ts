import { t } from '@lingui/core/macro'
import { announce } from '../../shared/ui/announce.ts'

/** Copies words and says so to screen readers; false where the browser refused. */
export async function copyWords(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words)
    announce(t`Copied`)
    return true
  } catch {
    return false
  }
}
