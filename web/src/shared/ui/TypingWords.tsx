import { Plural, Trans } from '@lingui/react/macro'
import { useSession } from '../lib/session/select.ts'

/** The names of the teammates who write to a contact now, as one stable text; empty when nobody does. */
export function useTypers(contactId: string): string {
  return useSession(({ ws }) =>
    Object.values(ws.typingStatus[contactId] ?? {})
      .map(({ name }) => name.split(' ', 1)[0] ?? '')
      .join('\n'),
  )
}

export interface TypingWordsProps {
  /** What `useTypers` answers. */
  typers: string
}

/** "Priya is writing…", for up to two teammates by name. */
export function TypingWords({ typers }: TypingWordsProps) {
  const [first = '', second, ...more] = typers.split('\n')
  if (first === '') return null
  if (second === undefined) return <Trans>{first} is writing…</Trans>
  if (more.length === 0)
    return (
      <Trans>
        {first} and {second} are writing…
      </Trans>
    )
  return <Plural value={more.length + 2} one="# teammate is writing…" other="# teammates are writing…" />
}
