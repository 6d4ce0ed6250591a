import { Radio } from '@mantine/core'
import classes from './controls.module.css'
import type { Choice } from './words.ts'

interface ChoiceListProps<Value extends string> {
  label: string
  choices: Choice<Value>[]
  value: Value
  onChoose: (value: Value) => void
}

/** Renders a choice of behaviors, each with its visible effect; a click applies it at once. */
export function ChoiceList<Value extends string>({ label, choices, value, onChoose }: ChoiceListProps<Value>) {
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(next) => onChoose(next)}
      classNames={{ label: classes.legend ?? '' }}
    >
      <div className={classes.choices}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            size="xs"
            value={choice.value}
            label={choice.label}
            description={choice.description}
            classNames={{
              root: classes.choice ?? '',
              label: classes.choiceLabel ?? '',
              description: classes.choiceMeans ?? '',
            }}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
