import { t } from '@lingui/core/macro'
import { announce } from '../../../shared/ui/feedback/announce.ts'

/** Copies text and announces it to screen readers; returns false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    announce(t`Copied`)
    return true
  } catch {
    return false
  }
}
