import { Plural, Trans } from '@lingui/react/macro'
import { useSession } from '../../lib/session/select.ts'

/**
 * Returns the names of the teammates who are typing to a contact, joined into one stable text; empty when there are
 * none.
 */
export function useTypers(contactId: string): string {
  return useSession(({ ws }) =>
    Object.values(ws.typingStatus[contactId] ?? {})
      .map(({ name }) => name.split(' ', 1)[0] ?? '')
      .join('\n'),
  )
}

export interface TypingTextProps {
  /** The result of `useTypers`. */
  typers: string
}

/** Shows "Priya is writing…", with the names of up to two teammates. */
export function TypingText({ typers }: TypingTextProps) {
  const [first = '', second, ...more] = typers.split('\n')
  if (first === '') return null
  if (second === undefined) return <Trans>{first} is typing…</Trans>
  if (more.length === 0)
    return (
      <Trans>
        {first} and {second} are typing…
      </Trans>
    )
  return <Plural value={more.length + 2} one="# teammate is typing…" other="# teammates are typing…" />
}
