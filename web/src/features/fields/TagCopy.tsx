import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Hint } from '../../shared/ui/overlay/Hint.tsx'
import { announce } from '../../shared/ui/feedback/announce.ts'
import classes from './Fields.module.css'

/** Shows the merge tag of a field, with a button that copies it. */
export function TagCopy({ tag }: { tag: string }) {
  const { t } = useLingui()
  const { copy, copied } = useClipboard({ timeout: 2000 })
  return (
    <span className={classes.tag}>
      <code dir="ltr" title={tag}>
        {tag}
      </code>
      <Hint label={copied ? t`Copied` : t`Copy ${tag}`}>
        <ActionIcon
          size={28}
          aria-label={t`Copy ${tag}`}
          onClick={() => {
            copy(tag)
            announce(t`Copied`)
          }}
        >
          {copied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />}
        </ActionIcon>
      </Hint>
    </span>
  )
}
