package cli

// AgentVariables are the variables by which an agent's session is known.
var AgentVariables = agentVariables
