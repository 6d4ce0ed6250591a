import { ActionIcon, Button, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconInbox, IconMoon, IconPlus, IconSun } from '@tabler/icons-react'
import { AddPhone } from './AddPhone.tsx'
import type { CarrierSettings } from './carrier.ts'
import { CarrierControls } from './CarrierControls.tsx'
import classes from './desk.module.css'

interface DeskBarProps {
  carrier: CarrierSettings | null
  shelf: string[]
  onAdd: (phone: string) => void
}

/** The top bar: the page title, the state of the carrier, and links to the inbox and to one more phone. */
export function DeskBar({ carrier, shelf, onAdd }: DeskBarProps) {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const otherScheme = scheme === 'dark' ? 'light' : 'dark'
  return (
    <header className={classes.bar}>
      <div className={classes.titles}>
        <h1 className={classes.title}>Virtual phones</h1>
        <p className={classes.subtitle}>Your crew’s phones, on this machine. No real text is sent.</p>
      </div>
      <div className={classes.tools}>
        <CarrierControls carrier={carrier} />
        <Button
          className={classes.wide ?? ''}
          component="a"
          href="/dashboard/inbox"
          target="crewline-inbox"
          variant="default"
          leftSection={<IconInbox size={18} stroke={1.75} aria-hidden />}
        >
          Open the inbox
        </Button>
        <AddPhone
          shelf={shelf}
          onAdd={onAdd}
          trigger={
            <Button
              className={classes.addPhone ?? ''}
              variant="default"
              leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
              aria-label="Add a phone"
            >
              <span className={classes.addWords}>Add a phone</span>
            </Button>
          }
        />
        <Tooltip label={`Use the ${otherScheme} look`} withinPortal={false} position="bottom-end">
          <ActionIcon onClick={() => setColorScheme(otherScheme)} aria-label={`Use the ${otherScheme} look`}>
            {scheme === 'dark' ? <IconSun size={18} stroke={1.75} /> : <IconMoon size={18} stroke={1.75} />}
          </ActionIcon>
        </Tooltip>
      </div>
    </header>
  )
}
