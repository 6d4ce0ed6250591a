import { Button, Popover, SegmentedControl } from '@mantine/core'
import { IconBuildingBroadcastTower } from '@tabler/icons-react'
import { useId } from 'react'
import { setCarrier, type CarrierSettings } from './carrier.ts'
import { ChoiceList } from './ChoiceList.tsx'
import classes from './controls.module.css'
import { carrierChoices, describeCarrierProblem } from './words.ts'

const latencies = [
  { value: '0', label: 'None' },
  { value: '300', label: '0.3 s' },
  { value: '2000', label: '2 s' },
  { value: '10000', label: '10 s' },
]
const paces = [
  { value: '300', label: 'Fast' },
  { value: '900', label: 'Usual' },
  { value: '5000', label: '5 s' },
  { value: '30000', label: '30 s' },
]

const losses = [
  { value: '0', label: 'None' },
  { value: '20', label: '20%' },
  { value: '50', label: '50%' },
  { value: '100', label: 'All' },
]
const times = [
  { value: '1', label: 'Once' },
  { value: '2', label: 'Twice' },
]

/**
 * Controls the faults of the whole carrier: outage, busy, lost responses, latency, receipt delay, and lost or doubled
 * callbacks.
 */
export function CarrierControls({ carrier }: { carrier: CarrierSettings | null }) {
  const isTroubled = carrier !== null && describeCarrierProblem(carrier) !== null
  return (
    <Popover
      width={328}
      position="bottom-end"
      trapFocus
      shadow="md"
      middlewares={{ flip: false, shift: true, size: true }}
      classNames={{ dropdown: classes.dropdown ?? '' }}
    >
      <Popover.Target>
        <Button
          variant="default"
          disabled={carrier === null}
          leftSection={<IconBuildingBroadcastTower size={18} stroke={1.75} aria-hidden />}
          aria-label={`Carrier: ${carrier === null ? 'not connected' : isTroubled ? 'in trouble' : 'works'}`}
        >
          Carrier
          {carrier && <span className={classes.light} data-troubled={isTroubled || undefined} aria-hidden />}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Faults of the whole carrier">
        {carrier && (
          <div className={classes.stack}>
            <ChoiceList
              label="The carrier for everyone"
              choices={carrierChoices}
              value={carrier.mode}
              onChoose={(mode) => void setCarrier({ mode })}
            />
            <SpeedControl
              label="Wait before each answer"
              steps={latencies}
              value={carrier.latencyMs}
              onChoose={(latencyMs) => void setCarrier({ latencyMs })}
            />
            <SpeedControl
              label="Time until delivered"
              steps={paces}
              value={carrier.receiptDelayMs}
              onChoose={(receiptDelayMs) => void setCarrier({ receiptDelayMs })}
            />
            <SpeedControl
              label="Calls to the product that are lost"
              steps={losses}
              value={carrier.lostCallbacksPct}
              onChoose={(lostCallbacksPct) => void setCarrier({ lostCallbacksPct })}
            />
            <SpeedControl
              label="Each call to the product comes"
              steps={times}
              value={carrier.doubledCallbacks ? 2 : 1}
              onChoose={(count) => void setCarrier({ doubledCallbacks: count === 2 })}
            />
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface SpeedProps {
  label: string
  steps: { value: string; label: string }[]
  value: number
  onChoose: (value: number) => void
}

function SpeedControl({ label, steps, value, onChoose }: SpeedProps) {
  const id = useId()
  const isCustom = !steps.some((step) => step.value === String(value))
  const options = isCustom ? [...steps, { value: String(value), label: String(value) }] : steps
  return (
    <div>
      <p id={id} className={classes.legend}>
        {label}
      </p>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby={id}
        data={options}
        value={String(value)}
        onChange={(next) => onChoose(Number(next))}
      />
    </div>
  )
}
