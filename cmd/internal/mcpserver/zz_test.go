package mcpserver
import ("testing";"fmt";"github.com/openeik/ekgit/ops")
func TestZZ(t *testing.T){ for _,o:=range ops.All(){ fmt.Println(o.Name, "|", o.Summary); fmt.Println(string(inputSchema(o))) } }
