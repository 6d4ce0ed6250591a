import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './Numbers.module.css'

/** Shows a URL in full with a copy button; `label` says what it is for. */
export function CopyAddress({ address, label }: { address: string; label: string }) {
  const { t } = useLingui()
  const { copy, copied, error } = useClipboard({ timeout: 3000 })
  return (
    <div className={classes.address}>
      <bdi dir="ltr" className={classes.url}>
        {address}
      </bdi>
      <Button
        variant="default"
        size="compact-sm"
        className={classes.copy ?? ''}
        leftSection={copied ? <IconCheck size={14} stroke={1.75} /> : <IconCopy size={14} stroke={1.75} />}
        aria-label={copied ? t`Copied` : t`Copy ${label}`}
        onClick={() => copy(address)}
      >
        <span role="status">{copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
      </Button>
      {error && (
        <p role="alert" className={classes.problem}>
          <Trans>Your browser blocked copying. Select the URL and copy it.</Trans>
        </p>
      )}
    </div>
  )
}
