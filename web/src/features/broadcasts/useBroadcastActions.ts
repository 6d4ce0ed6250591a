import type { BroadcastSummary } from '@crewline/contract/broadcasts'
import { formatNumber } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { toast } from '../../shared/ui/toast/toast.tsx'
import {
  useArchiveBroadcastMutation,
  useDeleteBroadcastMutation,
  useDuplicateBroadcastMutation,
  useFollowUpBroadcastMutation,
  usePauseBroadcastMutation,
  useResumeBroadcastMutation,
  useSkipNextDateMutation,
  useStopBroadcastMutation,
  useStopBroadcastRemindersMutation,
} from './api.ts'
import { broadcastPath, editPath } from './broadcast-rules.ts'
import { useBroadcastRefusal } from './useBroadcastRefusal.ts'

/** The part of a broadcast's people that a follow-up is for. */
export type FollowUpPart = Parameters<ReturnType<typeof useFollowUpBroadcastMutation>[0]>[0]['part']

/** The actions on a broadcast; each says with a toast what came of it. */
export function useBroadcastActions() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const describeError = useBroadcastRefusal()
  const [setArchived] = useArchiveBroadcastMutation()
  const [removeDraft] = useDeleteBroadcastMutation()
  const [copy] = useDuplicateBroadcastMutation()
  const [createFollowUp] = useFollowUpBroadcastMutation()
  const [pauseNow, { isLoading: isPausing }] = usePauseBroadcastMutation()
  const [resumeNow, { isLoading: isResuming }] = useResumeBroadcastMutation()
  const [stopNow, { isLoading: isStopping }] = useStopBroadcastMutation()
  const [stopRemindersNow, { isLoading: isStoppingReminders }] = useStopBroadcastRemindersMutation()
  const [skipNow, { isLoading: isSkipping }] = useSkipNextDateMutation()

  const fail = (error: unknown, title: string) => toast.failed(error, { title, message: describeError(error) })

  async function archive({ id }: Pick<BroadcastSummary, 'id'>, isArchived: boolean): Promise<void> {
    const { error } = await setArchived({ id, isArchived })
    if (error) return fail(error, isArchived ? t`Couldn't archive` : t`Couldn't unarchive`)
    toast.undo({
      message: isArchived ? t`Archived.` : t`Moved out of the archive.`,
      onUndo: () => void setArchived({ id, isArchived: !isArchived }),
    })
  }
  async function duplicate(id: string): Promise<void> {
    const { data, error } = await copy(id)
    if (!data) return fail(error, t`Couldn't duplicate`)
    await navigate(editPath(data.broadcast.id))
  }
  async function followUp(id: string, part: FollowUpPart): Promise<void> {
    const { data, error } = await createFollowUp({ id, part })
    if (!data) return fail(error, t`Couldn't create the follow-up`)
    await navigate(editPath(data.broadcast.id))
  }
  async function remove(id: string): Promise<boolean> {
    const { error } = await removeDraft(id)
    if (error) fail(error, t`Couldn't delete`)
    else toast.inApp({ type: 'success', message: t`Draft deleted.` })
    return !error
  }
  async function pause(id: string): Promise<void> {
    const { data, error } = await pauseNow(id)
    if (!data) return fail(error, t`Couldn't pause`)
    const handedOff = formatNumber(data.handedOff, i18n.locale)
    const isBetweenDates = data.broadcast.run === null || data.broadcast.run.state !== 'paused'
    toast.inApp({
      type: 'success',
      message: isBetweenDates
        ? t`Paused. Nothing is sent until you resume it.`
        : plural(data.handedOff, {
            one: 'Paused. # text was already handed to a carrier.',
            other: `Paused. ${handedOff} texts were already handed to a carrier.`,
          }),
    })
  }
  async function resume(id: string): Promise<void> {
    const { error } = await resumeNow(id)
    if (error) fail(error, t`Couldn't resume`)
  }
  /** Returns false when it could not be stopped. */
  async function stop(id: string): Promise<boolean> {
    const { data, error } = await stopNow(id)
    if (!data) {
      fail(error, t`Couldn't stop`)
      return false
    }
    const { broadcast, handedOff, remaining } = data
    if (broadcast.state === 'draft') {
      toast.inApp({
        type: 'success',
        message: t`Stopped. Nothing was sent, and it's a draft again.`,
        onOpen: () => void navigate(editPath(broadcast.id)),
      })
      return true
    }
    const left = formatNumber(remaining, i18n.locale)
    const gone = formatNumber(handedOff, i18n.locale)
    const stays = plural(handedOff, {
      one: '# text was already handed to a carrier.',
      other: `${gone} texts were already handed to a carrier.`,
    })
    toast.inApp({
      type: 'success',
      title: plural(remaining, {
        one: "Stopped. # person won't get it.",
        other: `Stopped. ${left} people won't get it.`,
      }),
      message: stays,
    })
    return true
  }
  async function stopReminders(id: string): Promise<void> {
    const { data, error } = await stopRemindersNow(id)
    if (!data) return fail(error, t`Couldn't stop the reminders`)
    const left = formatNumber(data.remaining, i18n.locale)
    toast.inApp({
      type: 'success',
      message: plural(data.remaining, {
        0: 'Reminders stopped.',
        one: "Reminders stopped. # person doesn't get the one that was being sent.",
        other: `Reminders stopped. ${left} people don't get the one that was being sent.`,
      }),
    })
  }
  async function skipNext(id: string, nextAt: string): Promise<void> {
    const { error } = await skipNow({ id, nextAt })
    if (error) fail(error, t`Couldn't skip the date`)
    else toast.inApp({ type: 'success', message: t`The next date is skipped.` })
  }
  return {
    archive,
    duplicate,
    followUp,
    remove,
    pause,
    resume,
    stop,
    stopReminders,
    skipNext,
    open: (id: string) => void navigate(broadcastPath(id)),
    edit: (id: string) => void navigate(editPath(id)),
    isBusy: isPausing || isResuming || isStopping || isStoppingReminders || isSkipping,
  }
}
