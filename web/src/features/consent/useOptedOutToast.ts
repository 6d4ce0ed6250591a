import type { OptOutUndo } from '@crewline/contract/consent'
import type { ContactSummary } from '@crewline/contract/contacts'
import { OPT_OUT_UNDO_MS } from '@crewline/contract/limits'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useUndoOptOutMutation } from './api.ts'

type ShowOptedOut = (contact: Pick<ContactSummary, 'id' | 'firstname'>, undo: OptOutUndo | undefined) => void

/**
 * Returns a function that says that a contact was opted out, with Undo for 10 s when the opt-out can be undone. Says how
 * many waiting texts were stopped, because an undo does not bring them back.
 */
export function useOptedOutToast(): ShowOptedOut {
  const { t } = useLingui()
  const describeError = useErrorText()
  const [undo] = useUndoOptOutMutation()
  async function undoNow(contactId: string, stopped: number): Promise<void> {
    const { error } = await undo(contactId)
    if (error) return toast.failed(error, { title: t`Still opted out`, message: describeError(error) })
    const undone = t`Opt-out undone.`
    const stays = plural(stopped, {
      one: '# scheduled text stays canceled.',
      other: '# scheduled texts stay canceled.',
    })
    toast.inApp({ type: 'success', message: stopped > 0 ? `${undone} ${stays}` : undone })
  }
  return ({ id, firstname }, offer) => {
    const done = firstname ? t`Opted out ${firstname}.` : t`Opted out.`
    if (!offer) return toast.inApp({ type: 'success', message: done })
    const { stopped } = offer
    const canceled = plural(stopped, { one: '# scheduled text canceled.', other: '# scheduled texts canceled.' })
    toast.undo({
      message: stopped > 0 ? `${done} ${canceled}` : done,
      onUndo: () => void undoNow(id, stopped),
      fixedMs: OPT_OUT_UNDO_MS,
    })
  }
}
