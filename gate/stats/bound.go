package stats

import "gonum.org/v1/gonum/stat/distuv"

// Least is the lower bound of a proportion, from the count of what happened among
// the trials: with a probability of alpha at most it lies above the true one. It is
// the one-sided exact bound of Clopper and Pearson (Biometrika 26, 1934), the quantile
// of Beta(x, n-x+1) at alpha, and 0 where nothing happened. Trials count as
// independent. alpha lies between 0 and 1; impossible counts are errors.
func Least(c Count, alpha float64) (float64, error) {
	if err := c.check(); err != nil {
		return 0, err
	}
	if c.Pass == 0 {
		return 0, nil
	}
	return distuv.Beta{Alpha: float64(c.Pass), Beta: float64(c.Trials - c.Pass + 1)}.Quantile(alpha), nil
}
