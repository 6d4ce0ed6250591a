import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useRemoveSampleMutation } from './api.ts'
import classes from './Sample.module.css'

/** Says at the top of the thread that it is a sample, opens the phone where it has no column, and removes the sample. */
export function SampleNotice({ onPhone }: { onPhone?: (() => void) | undefined }) {
  const { t } = useLingui()
  const canManage = useCan('lines.manage')
  const [remove, { isLoading }] = useRemoveSampleMutation()
  const navigate = useNavigate()
  const describeError = useErrorText()
  async function removeIt(): Promise<void> {
    const { error } = await remove()
    if (error) toast.failed(error, { title: t`Couldn't remove the sample number`, message: describeError(error) })
    else void navigate('/dashboard/inbox')
  }
  return (
    <div className={classes.notice} role="region" aria-label={t`Sample number`}>
      <IconFlask size={18} stroke={1.75} aria-hidden />
      <p>
        <Trans>Sample number, no real texts are sent</Trans>
      </p>
      <div className={classes.acts}>
        {onPhone && (
          <Button size="compact-sm" variant="filled" onClick={onPhone}>
            <Trans>Open the worker's phone</Trans>
          </Button>
        )}
        {canManage && (
          <Button size="compact-sm" variant="default" loading={isLoading} onClick={() => void removeIt()}>
            <Trans>Remove sample</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
