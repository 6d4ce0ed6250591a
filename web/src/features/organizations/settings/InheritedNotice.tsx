import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconSitemap } from '@tabler/icons-react'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useChooseCalendarMutation, type InheritedCalendar } from '../calendar-api.ts'
import texting from './Texting.module.css'

export interface InheritedNoticeProps {
  kind: 'hours' | 'holidays'
  inherited: NonNullable<InheritedCalendar['hours']>
}

/** Says which parent organization set the hours or holidays, and lets this one use its own or those of the parent again. */
export function InheritedNotice({ kind, inherited: { parent, isOwn, problem } }: InheritedNoticeProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [choose, { isLoading }] = useChooseCalendarMutation()

  async function change(next: boolean): Promise<void> {
    const { error } = await choose({ kind, isOwn: next })
    if (error) toast.failed(error, { title: t`Couldn't save the change`, message: messageFor(error) })
  }
  return (
    <div className={texting.inherited}>
      <IconSitemap size={20} stroke={1.75} aria-hidden />
      <p>
        {!isOwn && kind === 'holidays' && (
          <Trans>
            Holidays of <bdi translate="no">{parent}</bdi> are changed only there. You can add your own.
          </Trans>
        )}
        {!isOwn && kind === 'hours' && (
          <Trans>
            Set by <bdi translate="no">{parent}</bdi>, and changed only there.
          </Trans>
        )}
        {isOwn && (
          <Trans>
            You use your own instead of those of <bdi translate="no">{parent}</bdi>.
          </Trans>
        )}
        {problem && !isOwn && <span className={texting.problem}> {problem}</span>}
      </p>
      <Button size="compact-sm" variant="default" loading={isLoading} onClick={() => void change(!isOwn)}>
        {kind === 'hours' && (isOwn ? <Trans>Use the parent's hours</Trans> : <Trans>Use your own hours</Trans>)}
        {kind === 'holidays' &&
          (isOwn ? <Trans>Use the parent's holidays</Trans> : <Trans>Use your own holidays</Trans>)}
      </Button>
    </div>
  )
}
