import { Button, Group, Menu, Stack, TextInput } from '@mantine/core'
import { IconArchive, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { Banner } from '../../shared/ui/feedback/Banner.tsx'
import { BottomSheet } from '../../shared/ui/overlay/BottomSheet.tsx'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { OverlaySwitch } from '../../shared/ui/overlay/OverlaySwitch.tsx'
import { NameChip } from '../../shared/ui/text/NameChip.tsx'
import { ProgressBar } from '../../shared/ui/feedback/ProgressBar.tsx'
import { ReconnectingStrip } from '../../shared/ui/feedback/ReconnectingStrip.tsx'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { SaveState } from '../../shared/ui/form/SaveState.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { Section } from './Section.tsx'

type Open = 'drawer' | 'delete' | 'send' | 'sheet' | 'switch' | 'progress' | null

/** Shows everything that covers the page or reports progress. */
export function OverlaySections() {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  function showFor(kind: Open, ms: number): void {
    setOpen(kind)
    setTimeout(close, ms)
  }
  return (
    <>
      <Section
        id="banner"
        title="Banner"
        file="Banner.tsx"
        summary="One line across the main column, with the number in it."
        isBare
      >
        <Stack gap={8}>
          <Banner tone="info" action={<button type="button">Publish</button>} onDismiss={() => {}}>
            Your intranet has changes that are not live.
          </Banner>
          <Banner tone="warn" action={<button type="button">Review</button>} onDismiss={() => {}}>
            37 contacts have no mobile number. They won't get messages.
          </Banner>
          <Banner tone="bad" action={<button type="button">Add texts</button>}>
            You used all texts. Broadcasts are on hold.
          </Banner>
        </Stack>
      </Section>
      <Section
        id="reconnecting-strip"
        title="ReconnectingStrip"
        file="ReconnectingStrip.tsx"
        summary="After 3 s without live connection; writing goes on."
        isBare
      >
        <Stack gap={8}>
          <ReconnectingStrip isConnected={false} afterMs={0} />
          <ReconnectingStrip isConnected={false} isOffline afterMs={0} />
        </Stack>
      </Section>
      <Section
        id="toast"
        title="toast"
        file="toast.tsx"
        summary="Four kinds: answers of the API, notices of the server, new messages, and Undo."
      >
        <Group gap="xs">
          <Button
            variant="default"
            onClick={() => toast.api({ title: 'Contact saved', message: 'Maria Lopez is in Night shift.' }, 'OK')}
          >
            API OK
          </Button>
          <Button
            variant="default"
            onClick={() =>
              toast.api(
                { title: 'We could not save this', message: 'Your changes are still here. Try again.' },
                'ERROR',
              )
            }
          >
            API error
          </Button>
          <Button
            variant="default"
            onClick={() =>
              toast.inApp({ type: 'info', title: 'HR sync started', message: 'We will tell you when it is done.' })
            }
          >
            In-app
          </Button>
          <Button
            variant="default"
            onClick={() =>
              toast.inApp({
                type: 'info',
                message: 'Adding 412 contacts…',
                loading: true,
                timeout: false,
                cleanQueue: true,
              })
            }
          >
            In-app, loading
          </Button>
          <Button
            variant="default"
            onClick={() =>
              toast.newMessage({
                contactId: '1',
                name: 'Maria Lopez',
                text: '¿Puedo cambiar mi turno?',
                translation:
                  'Can I swap my shift on Friday? My daughter has a school play and I would like to be there.',
                onOpen: () => {},
              })
            }
          >
            New message
          </Button>
          <Button variant="default" onClick={() => toast.undo({ message: 'Archived.', onUndo: () => {} })}>
            Undo
          </Button>
          <Button variant="default" onClick={() => announce('Maria Lopez: Can I swap my shift')}>
            Announce
          </Button>
        </Group>
      </Section>
      <Section
        id="overlays"
        title="Drawer, dialog, sheet, menu, switch"
        file="RecordDrawer, ConfirmCount, BottomSheet, OverlaySwitch, ProgressBar"
        summary="At most two layers above the page; a dialog never opens a dialog."
      >
        <Group gap="xs">
          <Button variant="default" onClick={() => setOpen('drawer')}>
            RecordDrawer
          </Button>
          <Button variant="default" onClick={() => setOpen('send')}>
            ConfirmCount
          </Button>
          <Button variant="default" onClick={() => setOpen('delete')}>
            ConfirmCount, destructive
          </Button>
          <Button variant="default" onClick={() => setOpen('sheet')}>
            BottomSheet
          </Button>
          <Menu>
            <Menu.Target>
              <Button variant="default" rightSection={<IconDots size={16} />}>
                Menu
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconArchive size={16} stroke={1.75} />} rightSection="E">
                Archive
              </Menu.Item>
              <Menu.Item>Export conversation</Menu.Item>
              <Menu.Divider />
              <Menu.Item color="red">Opt out…</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button variant="default" onClick={() => showFor('switch', 1200)}>
            OverlaySwitch
          </Button>
          <Button variant="default" onClick={() => showFor('progress', 800)}>
            ProgressBar
          </Button>
        </Group>
      </Section>
      <RecordDrawer
        isOpen={open === 'drawer'}
        onClose={close}
        title={<NameChip name="Maria Lopez" detail="Night shift" />}
        onNext={() => {}}
        footer={
          <>
            <SaveState kind="saved" savedAt={new Date(2026, 10, 20, 9, 41)} />
            <Button variant="default" onClick={close}>
              Done
            </Button>
          </>
        }
      >
        <Stack>
          <TextInput label="First name" defaultValue="Maria" />
          <TextInput label="Last name" defaultValue="Lopez" />
          <TextInput label="Mobile" defaultValue="(555) 010-2233" />
        </Stack>
      </RecordDrawer>
      <ConfirmCount
        isOpen={open === 'send'}
        title="Send to 4,212 people?"
        confirmLabel="Send to 4,212 people"
        onConfirm={close}
        onCancel={close}
      >
        Uses 8,424 texts. It starts in 30 seconds.
      </ConfirmCount>
      <ConfirmCount
        isOpen={open === 'delete'}
        title={'Delete the group "Night shift"?'}
        confirmLabel="Delete group"
        isDestructive
        onConfirm={() =>
          new Promise((resolve) =>
            setTimeout(() => {
              close()
              resolve()
            }, 600),
          )
        }
        onCancel={close}
      >
        The 86 contacts stay.
      </ConfirmCount>
      <BottomSheet isOpen={open === 'sheet'} onClose={close} title="New">
        <Stack gap="xs">
          <Button variant="default">Message</Button>
          <Button variant="default">Broadcast</Button>
        </Stack>
      </BottomSheet>
      <OverlaySwitch opening={open === 'switch' ? 'Beta Logistics' : null} />
      <ProgressBar isMoving={open === 'progress'} />
    </>
  )
}
