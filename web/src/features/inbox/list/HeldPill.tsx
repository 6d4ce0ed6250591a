import { Plural } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import classes from './ConversationList.module.css'

/** Shows, over a scrolled list, how many conversations wait above, and scrolls to them. */
export function HeldPill({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className={classes.pill}>
      <Button
        size="compact-sm"
        radius="xl"
        variant="default"
        leftSection={<IconArrowUp size={14} stroke={2} />}
        onClick={onShow}
      >
        <Plural value={count} one="# new" other="# new" />
      </Button>
    </div>
  )
}
