import { Menu } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import type { PhoneText } from './carrier.ts'
import { reactions, reactionText } from './reactions.ts'
import classes from './thread.module.css'

interface ReactionMenuProps {
  text: PhoneText
  onReact: (body: string) => void
}

/** Offers the reactions of a phone; the organization receives each as the text that phones send in its place. */
export function ReactionMenu({ text, onReact }: ReactionMenuProps) {
  return (
    <Menu position="top-start" withinPortal={false} shadow="md">
      <Menu.Target>
        <button
          type="button"
          className={classes.react}
          aria-label={`React to “${text.body.slice(0, 40) || 'the picture'}”`}
        >
          <IconMoodSmile size={16} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.faces ?? ''}>
        {reactions.map((reaction) => (
          <Menu.Item
            key={reaction.verb}
            className={classes.face ?? ''}
            aria-label={reaction.label}
            onClick={() => onReact(reactionText(reaction, text))}
          >
            {reaction.face}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
