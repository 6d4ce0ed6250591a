import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { setFaults, type HandsetInfo } from './carrier.ts'
import { ChoiceList } from './ChoiceList.tsx'
import classes from './controls.module.css'
import { deliveryChoices, receiptChoices } from './words.ts'

/** Controls the faults of one handset: delivery of messages to it, and the receipts it returns. */
export function FaultControls({ handset }: { handset: HandsetInfo }) {
  const { phone, name, faults } = handset
  return (
    <Popover
      width={328}
      position="bottom-end"
      trapFocus
      shadow="md"
      middlewares={{ flip: false, shift: true, size: true }}
      classNames={{ dropdown: classes.dropdown ?? '' }}
    >
      <Tooltip label="Faults" withinPortal={false}>
        <span>
          <Popover.Target>
            <ActionIcon size={30} aria-label={`Faults of the phone of ${name}`}>
              <IconAdjustmentsHorizontal size={18} stroke={1.75} />
            </ActionIcon>
          </Popover.Target>
        </span>
      </Tooltip>
      <Popover.Dropdown aria-label={`Faults of the phone of ${name}`}>
        <div className={classes.stack}>
          <ChoiceList
            label="Texts to this phone"
            choices={deliveryChoices}
            value={faults.delivery}
            onChoose={(delivery) => void setFaults(phone, { delivery })}
          />
          <ChoiceList
            label="Receipts from this phone"
            choices={receiptChoices}
            value={faults.receipts}
            onChoose={(receipts) => void setFaults(phone, { receipts })}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
