import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { AddPhone } from './AddPhone.tsx'
import { CarrierBanner } from './CarrierBanner.tsx'
import { DeskBar } from './DeskBar.tsx'
import classes from './desk.module.css'
import { Handset } from './Handset.tsx'
import { HandsetSkeleton } from './HandsetSkeleton.tsx'
import { PhoneSwitcher } from './PhoneSwitcher.tsx'
import { usePhones } from './usePhones.ts'
import { useShelf } from './useShelf.ts'

/**
 * Shows the phones of contacts: what the organization texts arrives here, and what is typed here arrives in its inbox.
 */
export function PhonesScreen() {
  const shelf = useShelf()
  const phones = usePhones(shelf.phones, shelf.welcome)
  const [picked, setPicked] = useState<string | null>(null)
  const list = shelf.phones ?? []
  const current = picked && list.includes(picked) ? picked : list[0]

  useEffect(() => {
    document.title = 'Virtual phones | Crewline'
  }, [])

  const add = (phone: string) => {
    shelf.add(phone)
    setPicked(phone)
  }

  return (
    <div className={classes.screen}>
      <DeskBar carrier={phones.carrier} shelf={list} onAdd={add} />
      <CarrierBanner carrier={phones.carrier} isLost={phones.isLost} />
      {list.length > 1 && <PhoneSwitcher list={list} phones={phones.phones} current={current} onPick={setPicked} />}
      <main className={classes.desk} aria-label="Phones">
        {shelf.phones === null && !shelf.hasFailed && <HandsetSkeleton count={4} />}
        {shelf.hasFailed && (
          <StatePanel
            kind="error"
            title="The carrier does not answer"
            text="Check that the carrier simulator runs, then try again."
            onRetry={shelf.retry}
          />
        )}
        {shelf.phones?.length === 0 && (
          <StatePanel
            kind="firstUse"
            icon={IconDeviceMobile}
            title="No phones on the desk"
            text="A phone appears here when the organization texts a number. You can also add one."
            action={<AddPhone shelf={list} onAdd={add} trigger={<Button variant="default">Add a phone</Button>} />}
          />
        )}
        {list.length > 0 && (
          <ul className={classes.phones} data-count={Math.min(list.length, 5)}>
            {list.map((phone) => (
              <li key={phone} className={classes.place} data-current={phone === current || undefined}>
                {phones.phones[phone] ? (
                  <Handset
                    displayed={phones.phones[phone]}
                    lines={phones.lines}
                    onTyped={phones.show}
                    onRead={phones.read}
                    onRemove={shelf.remove}
                  />
                ) : (
                  <HandsetSkeleton count={1} />
                )}
              </li>
            ))}
          </ul>
        )}
      </main>
    </div>
  )
}
