import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconPhone } from '@tabler/icons-react'
import { NameAvatar } from '../../shared/ui/text/NameAvatar.tsx'
import type { LineInfo } from './carrier.ts'
import classes from './handset.module.css'
import { formatPhone } from './words.ts'

interface ThreadHeaderProps {
  line: string | undefined
  numbers: string[]
  lines: LineInfo[]
  onPick: (line: string) => void
  onCall: () => void
}

/**
 * Shows the other side of the conversation: the organization or number of the line; a menu when there is more than one.
 */
export function ThreadHeader({ line, numbers, lines, onPick, onCall }: ThreadHeaderProps) {
  const labelOf = (number: string) => lines.find((lineInfo) => lineInfo.number === number)?.label ?? null
  if (!line) return <div className={classes.head} />
  const label = labelOf(line)
  const others = [...new Set([...numbers, ...lines.map((lineInfo) => lineInfo.number)])].filter(
    (number) => number !== line,
  )
  const face = (
    <>
      <NameAvatar name={label ?? ''} tintKey={line} size={36} />
      <span className={classes.contact}>
        <span className={classes.contactName}>{label ?? <bdi dir="ltr">{formatPhone(line)}</bdi>}</span>
        {others.length > 0 && <IconChevronDown size={12} stroke={2} aria-hidden />}
      </span>
      {label && (
        <bdi dir="ltr" className={classes.contactNumber}>
          {formatPhone(line)}
        </bdi>
      )}
    </>
  )
  const call = (
    <button type="button" className={classes.call} aria-label={`Call ${label ?? formatPhone(line)}`} onClick={onCall}>
      <IconPhone size={18} stroke={1.75} aria-hidden />
    </button>
  )
  if (others.length === 0)
    return (
      <div className={classes.headRow}>
        <div className={classes.head}>{face}</div>
        {call}
      </div>
    )
  return (
    <div className={classes.headRow}>
      <Menu position="bottom" width={240} withinPortal={false}>
        <Menu.Target>
          <UnstyledButton className={classes.head}>
            {face}
            <VisuallyHidden>Choose another line</VisuallyHidden>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {others.slice(0, 12).map((number) => (
            <Menu.Item key={number} onClick={() => onPick(number)}>
              {labelOf(number) && <span className={classes.lineName}>{labelOf(number)}</span>}
              <bdi dir="ltr" className={labelOf(number) ? classes.contactNumber : undefined}>
                {formatPhone(number)}
              </bdi>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {call}
    </div>
  )
}
