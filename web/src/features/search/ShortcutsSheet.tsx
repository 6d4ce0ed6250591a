import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Switch, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { setSingleKeys, useSingleKeys } from '../../shared/lib/single-keys.ts'
import { KeyHint } from '../../shared/ui/KeyHint.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { matches } from './palette-rules.ts'
import classes from './Palette.module.css'
import { shortcutGroups } from './shortcuts.ts'

export interface ShortcutsSheetProps {
  isOpen: boolean
  onClose: () => void
  /** Opens the help panel in place of this sheet. */
  onHelp: () => void
}

/** Lists every shortcut with a search; single-key shortcuts can be turned off here. */
export function ShortcutsSheet({ isOpen, onClose, onHelp }: ShortcutsSheetProps) {
  const { t, i18n } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [typed, setTyped] = useState('')
  const isOn = useSingleKeys()
  const groups = shortcutGroups
    .map(({ name, shortcuts }) => ({
      name: i18n._(name),
      shortcuts: shortcuts
        .map(({ keys, does }) => ({ keys, does: i18n._(does) }))
        .filter(({ keys, does }) => matches(`${does} ${keys}`, typed)),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0)
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t`Shortcuts`}
      size={640}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <TextInput
        className={classes.field ?? ''}
        aria-label={t`Search shortcuts`}
        placeholder={t`Search shortcuts`}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <div className={classes.sheet}>
        {groups.map(({ name, shortcuts }) => (
          <section key={name} aria-label={name}>
            <h3 className={classes.section}>{name}</h3>
            <dl className={classes.shortcuts}>
              {shortcuts.map(({ keys, does }) => (
                <div key={`${keys}${does}`}>
                  <dt>{does}</dt>
                  <dd>
                    <span className={classes.spoken}>{keys}</span>
                    <KeyHint keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {groups.length === 0 && <StatePanel kind="noMatch" compact title={t`No results for “${typed}”`} />}
      </div>
      <Switch
        checked={isOn}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        label={<Trans>Single-key shortcuts</Trans>}
        description={t`Turn off if you use dictation or a switch device. Ctrl K still works.`}
      />
      <Anchor component="button" type="button" size="sm" mt="md" underline="always" onClick={onHelp}>
        <Trans>Open help</Trans>
      </Anchor>
    </Dialog>
  )
}
