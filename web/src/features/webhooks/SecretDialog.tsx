import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { CopyText } from '../../shared/ui/text/CopyText.tsx'
import classes from './Webhooks.module.css'

/** Shows the secret of a webhook, for the only time. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Signing secret`}
      size={480}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <p className={classes.plain}>
          <Trans>Your system uses it to check that events come from us. Copy it now. We won't show it again.</Trans>
        </p>
        <div className={classes.secret}>
          <CopyText text={secret} label={t`secret`} atStart />
        </div>
        <div className={classes.buttons}>
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </div>
      </Stack>
    </Dialog>
  )
}
