import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from '../Settings.module.css'

export interface BackupCodesProps {
  codes: string[]
  /** They are kept somewhere: takes them away for good. */
  onKept: () => void
}

/** The backup codes, the one time they can be seen. */
export function BackupCodes({ codes, onKept }: BackupCodesProps) {
  const { t } = useLingui()
  const { copy, copied, error } = useClipboard({ timeout: 3000 })
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <div className={classes.stack}>
      <p ref={words} tabIndex={-1} style={{ margin: 0 }}>
        <strong>
          <Trans>Save these now. You will not see them again.</Trans>
        </strong>{' '}
        <Trans>Each code logs you in once when you do not have your phone.</Trans>
      </p>
      <ol className={classes.codes} aria-label={t`Backup codes`} data-print-alone>
        {codes.map((code) => (
          <li key={code}>
            <bdi dir="ltr">{code}</bdi>
          </li>
        ))}
      </ol>
      {error && (
        <p className={classes.problem} role="alert">
          <Trans>Your browser does not let us copy. Select the codes and copy them.</Trans>
        </p>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />}
          onClick={() => copy(codes.join('\n'))}
        >
          <span role="status">{copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} stroke={1.75} />} onClick={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
        <Button onClick={onKept}>
          <Trans>I saved them</Trans>
        </Button>
      </Group>
    </div>
  )
}
