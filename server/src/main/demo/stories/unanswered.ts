/** What workers ask while nobody has answered yet. */
export const UNANSWERED = `
< Hi, I'm running {minutes} min late, the bus didn't show up. On my way

< Is it ok if I switch {day} with {lead}? We both agree

< {machine} on {line} stopped again. Maintenance is not picking up the radio

< My check is short {hours} hours from last week. Who do I talk to?

< Good news, doctor cleared me to come back {weekday}. Do I need to bring the paper?
`
