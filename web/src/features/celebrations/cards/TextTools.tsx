import { countTexts } from '@crewline/contract/segments'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useRef } from 'react'
import { TextCounter } from '../../messages/index.ts'
import classes from '../Celebrations.module.css'
import { withField } from '../celebration-rules.ts'

export interface TextToolsProps {
  text: string
  /** Whether the text can name completed years. */
  hasYears: boolean
  hasMedia: boolean
  onChange: (text: string) => void
}

/** The tools below a text: the fields that can be put into it, and its length. */
export function TextTools({ text, hasYears, hasMedia, onChange }: TextToolsProps) {
  const { t } = useLingui()
  const tools = useRef<HTMLDivElement>(null)
  const fields = [
    { key: 'first_name', name: t`First name` },
    { key: 'full_name', name: t`Full name` },
    { key: 'organization', name: t`Organization` },
    ...(hasYears ? [{ key: 'years', name: t`Number of years` }] : []),
  ]
  const field = () => tools.current?.parentElement?.querySelector('textarea') ?? undefined
  function add(key: string): void {
    const area = field()
    const { body, caret } = withField(text, key, [
      area?.selectionStart ?? text.length,
      area?.selectionEnd ?? text.length,
    ])
    onChange(body)
    // The field gets its new value with the next render.
    setTimeout(() => area?.setSelectionRange(caret, caret))
  }
  return (
    <div ref={tools} className={classes.tools}>
      <Menu position="bottom-start" returnFocus={false} onExitTransitionEnd={() => field()?.focus()}>
        <Menu.Target>
          <Button size="compact-sm" variant="default" leftSection={<IconBraces size={16} stroke={1.75} />}>
            <Trans>Field</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {fields.map(({ key, name }) => (
            <Menu.Item key={key} onClick={() => add(key)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <TextCounter
        count={countTexts(text)}
        draft={text}
        hasMedia={hasMedia}
        onShow={(at) => {
          field()?.focus()
          field()?.setSelectionRange(at, at + 1)
        }}
      />
    </div>
  )
}
