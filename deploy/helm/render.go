// Renders the chart as Helm does, for scripts/try-deployment.ts where Helm is missing: the same template language and
// functions. Usage: render <folder of the chart> <release> <values as JSON>
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"text/template"

	"github.com/Masterminds/sprig"
)

func main() {
	var values map[string]any
	check(json.Unmarshal([]byte(os.Args[3]), &values))
	functions := sprig.TxtFuncMap()
	functions["required"] = func(message string, value any) (any, error) {
		if value == nil || value == "" {
			return nil, fmt.Errorf("%s", message)
		}
		return value, nil
	}
	files, err := filepath.Glob(filepath.Join(os.Args[1], "templates", "*.yaml"))
	check(err)
	data := map[string]any{
		"Values":  values,
		"Release": map[string]any{"Name": os.Args[2]},
		"Chart":   map[string]any{"AppVersion": "0.1.0"},
	}
	for _, file := range files {
		parsed, err := template.New(filepath.Base(file)).Funcs(functions).Option("missingkey=error").ParseFiles(file)
		check(err)
		fmt.Println("---")
		check(parsed.Execute(os.Stdout, data))
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
