import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import classes from './ContactAttributes.module.css'

/** Shows a formatted number with a button that copies it. */
export function CopyNumber({ display }: { display: string }) {
  return (
    <span className={classes.phone}>
      <bdi dir="ltr">{display}</bdi>
      <CopyButton display={display} />
    </span>
  )
}

/** The copy button alone. */
export function CopyButton({ display }: { display: string }) {
  const { t } = useLingui()
  const { copy, copied } = useClipboard({ timeout: 2000 })
  return (
    <Hint label={copied ? t`Copied` : t`Copy number`}>
      <ActionIcon
        size={28}
        aria-label={t`Copy number`}
        onClick={() => {
          copy(display)
          announce(t`Copied`)
        }}
      >
        {copied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />}
      </ActionIcon>
    </Hint>
  )
}
