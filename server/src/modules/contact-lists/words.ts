import type { ContactAction } from '@crewline/contract/contact-lists'
import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'

/** The state of a bulk action. */
export type RunStage = 'running' | 'done' | 'stopped'

/** Returns the toast text for the progress of a bulk action. */
export function runText(
  action: ContactAction,
  { state, changed, skipped, undoes }: { state: RunStage; changed: number; skipped: number; undoes?: boolean },
  locale: string,
): { title: string; message: string } {
  const label = LABELS[keyOf(action)]
  const title = undoes ? msg({ message: 'Undo: {label}', values: { label } }) : label
  return { title: localize(title, locale), message: localize(stageText(state, changed, skipped), locale) }
}

function stageText(state: RunStage, changed: number, skipped: number): LocalizedText {
  if (state === 'running') return msg({ message: 'This continues in the background.' })
  const counted =
    skipped === 0
      ? msg({ message: '{changed, plural, one {# contact} other {# contacts}} changed.', values: { changed } })
      : msg({
          message:
            '{changed, plural, one {# contact} other {# contacts}} changed. {skipped, plural, one {# stayed as it was} other {# stayed as they were}}.',
          values: { changed, skipped },
        })
  return state === 'done' ? counted : msg({ message: 'Stopped. {counted} Try again.', values: { counted } })
}

type Key = 'groups' | 'edit' | 'status' | 'shift' | 'archive' | 'restore' | 'opt_out' | 'attest'

function keyOf(action: ContactAction): Key {
  return action.act === 'archive' && !action.archived ? 'restore' : action.act
}

const LABELS: Record<Key, LocalizedText> = {
  groups: msg({ message: 'Change groups' }),
  edit: msg({ message: 'Edit contacts' }),
  status: msg({ message: 'Change status' }),
  shift: msg({ message: 'Set working hours' }),
  archive: msg({ message: 'Archive contacts' }),
  restore: msg({ message: 'Restore contacts' }),
  opt_out: msg({ message: 'Opt out contacts' }),
  attest: msg({ message: 'Record consent' }),
}
