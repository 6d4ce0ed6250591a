import { msg } from '@crewline/contract/localized-text'
import { localize } from '../../kernel/i18n/localize.ts'

/** Describes the state of a group evaluation, for a toast. */
export function groupRefreshText(
  name: string,
  outcome: { joined: number; left: number } | 'running' | 'failed',
  locale: string,
): { title: string; message: string } {
  const text =
    outcome === 'running'
      ? msg({ message: 'Updating the group…' })
      : outcome === 'failed'
        ? msg({ message: "Couldn't update the group. Check its rules." })
        : msg({
            message: 'Updated: +{joined, number}, −{left, number}',
            values: { joined: outcome.joined, left: outcome.left },
          })
  return { title: name, message: localize(text, locale) }
}
